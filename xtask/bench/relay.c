/*
 * relay SERVER ARGS…: the least a proxy can do, as a baseline. It starts the server and copies bytes
 * both ways, without parsing. A thread per direction avoids the extra system call of poll; the buffer is
 * as large as a pipe.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct direction {
    int from, to;
    char buffer[64 * 1024];
};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* Returns when either end is closed. */
static void *move(void *argument)
{
    struct direction *direction = argument;
    ssize_t got;
    while ((got = read(direction->from, direction->buffer, sizeof direction->buffer)) > 0) {
        for (ssize_t done = 0; done < got;) {
            ssize_t wrote = write(direction->to, direction->buffer + done, (size_t)(got - done));
            if (wrote < 0)
                return NULL;
            done += wrote;
        }
    }
    close(direction->to);
    return NULL;
}

int main(int count, char **words)
{
    static struct direction there, back;
    int in[2], out[2], status;
    pid_t server;
    pthread_t thread;
    posix_spawn_file_actions_t actions;

    if (count < 2) {
        fputs("Usage: relay SERVER ARGS...\n", stderr);
        return 64;
    }
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
        die("relay: pipe");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    int error = posix_spawnp(&server, words[1], &actions, NULL, words + 1, environ);
    if (error) {
        fprintf(stderr, "relay: %s: %s\n", words[1], strerror(error));
        return 127;
    }
    close(in[0]);
    close(out[1]);

    there.from = STDIN_FILENO;
    there.to = in[1];
    back.from = out[0];
    back.to = STDOUT_FILENO;
    if (pthread_create(&thread, NULL, move, &there))
        die("relay: thread");
    move(&back);
    if (waitpid(server, &status, 0) < 0)
        die("relay: wait");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
