/*
 * An MCP server with one tool, `echo`, that takes as little time as a server can: what is measured
 * is the way to it and back.
 *
 * It has no JSON library. It walks the members of an object, copies the request's id and the
 * argument's text as they are spelled, and so is right for every well-formed request. One answer
 * is one write, as with servers that flush after each message.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A value as it is spelled in the message; `at` is NULL for one that is not there. */
struct span {
    const char *at;
    size_t length;
};

struct text {
    char *at;
    size_t length, capacity;
};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void reserve(struct text *text, size_t more)
{
    if (text->capacity - text->length >= more)
        return;
    while (text->capacity - text->length < more)
        text->capacity = text->capacity ? text->capacity * 2 : 256 * 1024;
    text->at = realloc(text->at, text->capacity);
    if (!text->at)
        die("echo: memory");
}

static void add(struct text *text, const char *at, size_t length)
{
    reserve(text, length);
    memcpy(text->at + text->length, at, length);
    text->length += length;
}

static void add_words(struct text *text, const char *words)
{
    add(text, words, strlen(words));
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && strchr(" \t\r\n", *at))
        at++;
    return at;
}

/* From after the opening quote to after the closing one. memchr, because texts are long. */
static const char *skip_string(const char *at, const char *end)
{
    const char *begin = at;
    while ((at = memchr(at, '"', (size_t)(end - at)))) {
        const char *slash = at;
        while (slash > begin && slash[-1] == '\\')
            slash--;
        at++;
        if ((at - 1 - slash) % 2 == 0)
            return at;
    }
    return end;
}

static const char *skip_value(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        char c = *at;
        if (c == '"') {
            at = skip_string(at + 1, end);
        } else if (c == '{' || c == '[') {
            depth++;
            at++;
        } else if (c == '}' || c == ']') {
            if (depth == 0)
                return at;
            depth--;
            at++;
        } else if (depth == 0) {
            while (at < end && !strchr(",]} \t\r\n", *at))
                at++;
            return at;
        } else {
            at++;
            continue;
        }
        if (depth == 0)
            return at;
    }
    return end;
}

/* The last member of an object with this name. */
static struct span member(struct span object, const char *name)
{
    struct span found = { NULL, 0 };
    if (!object.at || object.length == 0 || *object.at != '{')
        return found;
    const char *end = object.at + object.length;
    const char *at = skip_space(object.at + 1, end);
    while (at < end && *at == '"') {
        const char *key = at + 1;
        at = skip_string(key, end);
        size_t length = (size_t)(at - key - 1);
        at = skip_space(at, end);
        if (at == end || *at != ':')
            break;
        at = skip_space(at + 1, end);
        const char *value = at;
        at = skip_value(at, end);
        if (length == strlen(name) && memcmp(key, name, length) == 0) {
            found.at = value;
            found.length = (size_t)(at - value);
        }
        at = skip_space(at, end);
        if (at == end || *at != ',')
            break;
        at = skip_space(at + 1, end);
    }
    return found;
}

static int is(struct span value, const char *spelled)
{
    return value.at && value.length == strlen(spelled) && memcmp(value.at, spelled, value.length) == 0;
}

static void begin_answer(struct text *out, struct span id)
{
    add_words(out, "{\"jsonrpc\":\"2.0\",\"id\":");
    add(out, id.at, id.length);
}

static void answer(struct text *out, struct span request)
{
    struct span id = member(request, "id");
    struct span method = member(request, "method");
    struct span params = member(request, "params");
    /* A notification, or an answer to nothing: this server asks for nothing. */
    if (!id.at || !method.at)
        return;
    begin_answer(out, id);
    if (is(method, "\"tools/call\"")) {
        struct span words = member(member(params, "arguments"), "text");
        if (!words.at || *words.at != '"') {
            add_words(out, ",\"error\":{\"code\":-32602,\"message\":\"text is missing\"}}\n");
            return;
        }
        add_words(out, ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
        add(out, words.at, words.length);
        add_words(out, "}],\"isError\":false}}\n");
    } else if (is(method, "\"initialize\"")) {
        struct span version = member(params, "protocolVersion");
        add_words(out, ",\"result\":{\"protocolVersion\":");
        if (version.at)
            add(out, version.at, version.length);
        else
            add_words(out, "\"2025-11-25\"");
        add_words(out, ",\"capabilities\":{\"tools\":{}},"
                       "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}}\n");
    } else if (is(method, "\"tools/list\"")) {
        add_words(out, ",\"result\":{\"tools\":[{\"name\":\"echo\","
                       "\"description\":\"Says what it was told\","
                       "\"inputSchema\":{\"type\":\"object\","
                       "\"properties\":{\"text\":{\"type\":\"string\"}},"
                       "\"required\":[\"text\"]}}]}}\n");
    } else if (is(method, "\"ping\"")) {
        add_words(out, ",\"result\":{}}\n");
    } else {
        add_words(out, ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n");
    }
}

static void write_all(struct text *out)
{
    size_t done = 0;
    while (done < out->length) {
        ssize_t wrote = write(STDOUT_FILENO, out->at + done, out->length - done);
        if (wrote < 0)
            die("echo: write");
        done += (size_t)wrote;
    }
    out->length = 0;
}

int main(void)
{
    struct text in = { 0 }, out = { 0 };
    for (;;) {
        reserve(&in, 64 * 1024);
        ssize_t got = read(STDIN_FILENO, in.at + in.length, in.capacity - in.length);
        if (got < 0)
            die("echo: read");
        if (got == 0)
            return 0;
        /* Only what is new can hold the end of a line. */
        char *new = in.at + in.length, *line = in.at, *newline;
        in.length += (size_t)got;
        char *end = in.at + in.length;
        while ((newline = memchr(new, '\n', (size_t)(end - new)))) {
            struct span request = { line, (size_t)(newline - line) };
            answer(&out, request);
            write_all(&out);
            line = new = newline + 1;
        }
        in.length = (size_t)(end - line);
        memmove(in.at, line, in.length);
    }
}
