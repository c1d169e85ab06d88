/**
 * The functions of RJSF's utilities that judging needs, each imported from its own file: the package index
 * would load a hundred more modules, including React. The package bundles them separately (`bundleUtilities`
 * in `src/package/build.ts`).
 */
export { JUNK_OPTION_ID } from '@rjsf/utils/lib/constants.js';
export { default as omitExtraData } from '@rjsf/utils/lib/schema/omitExtraData.js';
export { default as retrieveSchema } from '@rjsf/utils/lib/schema/retrieveSchema.js';
export { default as shallowAllOfMerge } from '@rjsf/utils/lib/schema/shallowAllOfMerge.js';
