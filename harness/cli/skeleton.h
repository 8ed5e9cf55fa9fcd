/* The files that `gimbal new` writes; "@" stands for the name. */
#ifndef GIMBAL_HARNESS_CLI_SKELETON_H
#define GIMBAL_HARNESS_CLI_SKELETON_H

extern const char SkeletonMethod[], SkeletonModel[];

#endif
