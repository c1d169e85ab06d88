/*
 * The preset's checks of a back end. A preset provides one of the answers to its queries, which returns what the
 * situations of the test enquiries contain of them, and one of its fields.
 */

export {
  checkEventTitles as checkPresetQueries,
  checkUnknownOffice as checkPresetRefusals,
} from '../yard/conformance-checks.ts';
