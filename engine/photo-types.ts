/** The media types of photos that a server takes, by every name under which browsers send them. A rule can allow some of them. */
export const photoTypes = ['image/jpg', 'image/jpeg', 'image/png'] as const;

/** One of them. */
export type PhotoType = (typeof photoTypes)[number];
