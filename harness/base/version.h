/* The program's version, where it belongs into what is stored. */
#ifndef GIMBAL_HARNESS_BASE_VERSION_H
#define GIMBAL_HARNESS_BASE_VERSION_H

#define GIMBAL_VERSION "1.0.0"
#define GIMBAL_YEAR "2026"

#endif
