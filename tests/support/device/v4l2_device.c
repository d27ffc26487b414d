/* A webcam for the real OpenCV where the kernel has none: stands between it and the kernel (LD_PRELOAD).
 *
 * The file that V4L2_DEVICE names is opened as a device. What the device is doing stands in the file V4L2_STATE, which
 * the test maps: see `test_camera_v4l2.py`, which has the same order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WIDE = 1280, HIGH = 960, SIZE = WIDE * HIGH * 2, MOST = 8 };
enum { FAULT, GREY, FRAMES, FIRST_CONTROL };
enum { WELL, PULLED_OUT, HANGS, BUSY };

static const uint32_t CONTROLS[] = {V4L2_CID_EXPOSURE_AUTO, V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CID_AUTO_WHITE_BALANCE,
                                    V4L2_CID_WHITE_BALANCE_TEMPERATURE, V4L2_CID_FOCUS_AUTO,
                                    V4L2_CID_POWER_LINE_FREQUENCY};
static volatile int32_t *state;
static char is_device[1024];
static int queue[MOST], queued;

static int is_name(const char *path)
{
    const char *device = getenv("V4L2_DEVICE");
    return device != NULL && strcmp(path, device) == 0;
}

static int opened(int fd)
{
    if (state == NULL) {
        int file = syscall(SYS_openat, AT_FDCWD, getenv("V4L2_STATE"), O_RDWR, 0);
        state = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (fd >= 0 && fd < (int)sizeof is_device)
        is_device[fd] = 1;
    return fd;
}

static int open_any(const char *name, const char *path, int flags, int mode)
{
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
    int fd = real(path, flags, mode);
    return is_name(path) ? opened(fd) : fd;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return open_any("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return open_any("open64", path, flags, mode);
}

int close(int fd)
{
    int (*real)(int) = dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < (int)sizeof is_device && is_device[fd])
        is_device[fd] = 0;
    return real(fd);
}

static int fails(int with)
{
    errno = with;
    return -1;
}

static int control(unsigned long request, uint32_t id, int32_t *value)
{
    for (unsigned at = 0; at < sizeof CONTROLS / sizeof *CONTROLS; at++)
        if (CONTROLS[at] == id && state[FIRST_CONTROL + at] >= 0) {
            if (request == VIDIOC_S_CTRL)
                state[FIRST_CONTROL + at] = *value;
            *value = state[FIRST_CONTROL + at];
            return 0;
        }
    return fails(EINVAL);
}

static int take(int fd, struct v4l2_buffer *buffer)
{
    static uint8_t row[WIDE * 2];
    while (state[FAULT] == HANGS)
        usleep(10000);
    if (state[FAULT] == PULLED_OUT)
        return fails(ENODEV);
    if (!queued)
        return fails(EAGAIN);
    usleep(5000);
    buffer->index = queue[0];
    memmove(queue, queue + 1, --queued * sizeof *queue);
    buffer->length = buffer->bytesused = SIZE;
    state[FRAMES]++;
    for (int y = 0; y < HIGH; y++) {
        for (int x = 0; x < WIDE; x++) {
            row[2 * x] = state[GREY] + (x * 7 + y * 3 + state[FRAMES] * 5) % 3; /* a sensor's noise */
            row[2 * x + 1] = 128;
        }
        pwrite(fd, row, sizeof row, (off_t)buffer->index * SIZE + (off_t)y * sizeof row);
    }
    return 0;
}

static int answer(int fd, unsigned long request, void *about)
{
    struct v4l2_format *format = about;
    struct v4l2_requestbuffers *wanted = about;
    struct v4l2_buffer *buffer = about;
    struct v4l2_capability *capability = about;
    if (state[FAULT] == PULLED_OUT)
        return fails(ENODEV);
    switch (request) {
    case VIDIOC_QUERYCAP:
        capability->capabilities = capability->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    case VIDIOC_S_FMT:
        if (state[FAULT] == BUSY)
            return fails(EBUSY);
        /* fall through */
    case VIDIOC_G_FMT:
        format->fmt.pix.width = WIDE;
        format->fmt.pix.height = HIGH;
        format->fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
        format->fmt.pix.bytesperline = WIDE * 2;
        format->fmt.pix.sizeimage = SIZE;
        return 0;
    case VIDIOC_REQBUFS:
        if (state[FAULT] == BUSY)
            return fails(EBUSY);
        wanted->count = wanted->count < MOST ? wanted->count : MOST;
        queued = 0;
        return 0;
    case VIDIOC_QUERYBUF:
        buffer->length = SIZE;
        buffer->m.offset = buffer->index * SIZE;
        return 0;
    case VIDIOC_QBUF:
        queue[queued++] = buffer->index;
        return 0;
    case VIDIOC_DQBUF:
        return take(fd, buffer);
    case VIDIOC_STREAMON:
        return 0;
    case VIDIOC_STREAMOFF:
        queued = 0;
        return 0;
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL: {
        struct v4l2_control *one = about;
        return control(request, one->id, &one->value);
    }
    case VIDIOC_QUERYCTRL: {
        struct v4l2_queryctrl *one = about;
        int32_t value;
        if (control(VIDIOC_G_CTRL, one->id, &value))
            return -1;
        one->minimum = 0;
        one->maximum = 10000;
        return 0;
    }
    default:
        return fails(ENOTTY);
    }
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list more;
    va_start(more, request);
    void *about = va_arg(more, void *);
    va_end(more);
    if (fd >= 0 && fd < (int)sizeof is_device && is_device[fd])
        return answer(fd, (uint32_t)request, about);
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    return real(fd, request, about);
}
