/**
 * The media types of accepted photos, including all names that browsers use for them. A rule can restrict
 * them.
 */
export const photoTypes = ['image/jpg', 'image/jpeg', 'image/png'] as const;

/** All media types that can be uploaded. Photos are re-encoded; other files are stored unchanged. */
export const uploadTypes = [...photoTypes, 'application/pdf'] as const;

export type UploadType = (typeof uploadTypes)[number];
