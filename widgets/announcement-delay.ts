/**
 * Milliseconds before an announcement is written into its live region. A focus move at the same moment would
 * cut the announcement short. A state that ends earlier is never announced.
 */
export const announcementDelayMs = 250;
