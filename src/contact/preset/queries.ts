/*
 * The preset's queries. A preset provides the functions that a transport has for them, and creates them from
 * the one that sends any query. This file is loaded with the transport.
 */

export {
  createYardQueries as createPresetQueries,
  type YardQueries as PresetQueries,
} from '../yard/event-titles.ts';
