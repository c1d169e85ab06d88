/** What the engine and the server need of RJSF's utilities: these alone are bundled, without React. */
export { JUNK_OPTION_ID, omitExtraData, retrieveSchema } from '@rjsf/utils';
