/*
 * A minimal MCP server with one tool, `echo`, so that the bench measures the transport. It only
 * understands the bench's requests: a one-digit id and text without escapes. Each response is one
 * write.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CAPACITY = 256 * 1024 };

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* Returns what follows `name` in the line. */
static const char *after(const char *line, size_t length, const char *name)
{
    const char *found = memmem(line, length, name, strlen(name));
    return found ? found + strlen(name) : NULL;
}

static void answer(const char *line, size_t length)
{
    static char out[CAPACITY];
    const char *id = after(line, length, "\"id\":");
    const char *text = after(line, length, "\"text\":\"");
    if (!id)
        return;
    int size = sprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%c,\"result\":", *id);
    if (text) {
        const char *end = memchr(text, '"', length - (size_t)(text - line));
        size += sprintf(out + size, "{\"content\":[{\"type\":\"text\",\"text\":\"");
        memcpy(out + size, text, (size_t)(end - text));
        size += (int)(end - text);
        size += sprintf(out + size, "\"}]}}\n");
    } else {
        size += sprintf(out + size,
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                        "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}}\n");
    }
    for (int done = 0; done < size;) {
        ssize_t wrote = write(STDOUT_FILENO, out + done, (size_t)(size - done));
        if (wrote < 0)
            fail("echo: write");
        done += (int)wrote;
    }
}

int main(void)
{
    static char in[CAPACITY];
    size_t filled = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, in + filled, sizeof in - filled);
        if (got < 0)
            fail("echo: read");
        if (got == 0)
            return 0;
        /* Only new bytes can contain the newline. */
        char *line = in, *new = in + filled, *newline;
        filled += (size_t)got;
        char *end = in + filled;
        while ((newline = memchr(new, '\n', (size_t)(end - new)))) {
            answer(line, (size_t)(newline - line));
            line = new = newline + 1;
        }
        filled = (size_t)(end - line);
        memmove(in, line, filled);
    }
}
