/**
 * How long an announcement waits, in ms: it comes later than the focus that moves at the same moment, which would cut it short, and what
 * is over by then is never said.
 */
export const announcementDelayMs = 250;
