/** The password of the studio in tests. */
export const studioPassword = 'open sesame';
