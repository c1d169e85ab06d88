/** The media types of photos that a server takes, by every name under which browsers send them. A rule can allow some of them. */
export const photoTypes = ['image/jpg', 'image/jpeg', 'image/png'] as const;

/** Every media type that can be uploaded: photos, which are made anew, and what is kept as it is. */
export const uploadTypes = [...photoTypes, 'application/pdf'] as const;

/** One of them. */
export type UploadType = (typeof uploadTypes)[number];
