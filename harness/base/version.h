/* The program's version, where it belongs into what is stored. */
#pragma once

#define GIMBAL_VERSION "1.0.0"
#define GIMBAL_YEAR "2026"
