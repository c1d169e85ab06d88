/**
 * What judging needs of RJSF's utilities, each from its own file: all of them would be a hundred modules more to load, React among them. The
 * package has these alone in a bundle (`bundleUtilities` in `src/package/build.ts`).
 */
export { JUNK_OPTION_ID } from '@rjsf/utils/lib/constants.js';
export { default as omitExtraData } from '@rjsf/utils/lib/schema/omitExtraData.js';
export { default as retrieveSchema } from '@rjsf/utils/lib/schema/retrieveSchema.js';
export { default as shallowAllOfMerge } from '@rjsf/utils/lib/schema/shallowAllOfMerge.js';
