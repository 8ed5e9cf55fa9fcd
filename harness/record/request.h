/* What a rule would like to have measured before it judges. */
#pragma once

typedef enum {
  REQUEST_NOTHING,
  REQUEST_FINER,       /* smaller steps */
  REQUEST_COARSER,     /* larger steps */
  REQUEST_DENSER,      /* more steps between those that there are */
  REQUEST_LONGER,      /* a longer run */
  REQUEST_QUAD,        /* the same in quadruple precision */
  REQUEST_GLANCE,      /* a few steps of that */
  REQUEST_SENSITIVITY, /* how fast runs become different motions */
  REQUEST_SMALL        /* two runs with much smaller steps, over a shorter time */
} Request;
