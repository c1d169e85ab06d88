export const studioPassword = 'open sesame';
