/* Counts the instructions that a program executes under qemu-aarch64, and writes the count at each mark
 * (instructions.py) and at the end:
 *
 *     cc -shared -fPIC -O2 -o count.so count_instructions.c
 *     qemu-aarch64 -plugin ./count.so -d plugin -D counts.txt PROGRAM
 *
 * Debian ships qemu without the header of its plugins, so what is used of it is declared here. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION 1 /* of qemu 7.2, Debian 12; 10.0 of Debian 13 has 4 */
#endif
#define EXPORT __attribute__((visibility("default")))
#define THREADS 4096 /* more than any run begins */
#define GETPGID 155  /* of 64-bit Arm */
#define NO_PROCESS 2000000011

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int flags, void *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t,
                                                 void (*)(qemu_plugin_id_t, unsigned, int64_t number, uint64_t, uint64_t,
                                                          uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
extern void qemu_plugin_outs(const char *);

EXPORT int qemu_plugin_version = PLUGIN_VERSION;

static uint64_t executed[THREADS]; /* of each thread: no two write to one place */

static void run_block(unsigned thread, void *instructions)
{
    executed[thread % THREADS] += (uintptr_t)instructions;
}

static void translate_block(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    qemu_plugin_register_vcpu_tb_exec_cb(block, run_block, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void write_count(const char *at)
{
    char line[64];
    uint64_t all = 0;
    for (unsigned thread = 0; thread < THREADS; thread++) {
        all += executed[thread];
    }
    snprintf(line, sizeof line, "%s %" PRIu64 "\n", at, all);
    qemu_plugin_outs(line);
}

static void call_system(qemu_plugin_id_t id, unsigned thread, int64_t number, uint64_t first, uint64_t b, uint64_t c,
                        uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h)
{
    if (number == GETPGID && first == NO_PROCESS) {
        write_count("mark");
    }
}

static void end(qemu_plugin_id_t id, void *nothing)
{
    write_count("end");
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *machine, int argc, char **argv)
{
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate_block);
    qemu_plugin_register_vcpu_syscall_cb(id, call_system);
    qemu_plugin_register_atexit_cb(id, end, NULL);
    return 0;
}
