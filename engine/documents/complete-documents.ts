import { asList, asObject, isObject, toText } from '../json-schema/values.ts';
import type { Documents, Settings } from '../model/types.ts';
import defaults from './defaults.json' with { type: 'json' };
import { metaSchemas } from './meta-schemas.ts';

const { 'settings.json': defaultSettings, ...emptyDocuments } = defaults;

/**
 * Returns the documents with a default for each that is optional and absent: meta schemas, shared fields and
 * UI schema, rules, settings, the UI schema of each form, and the list of types if there is exactly one form.
 * Documents that are present are returned unchanged.
 */
export function completeDocuments(documents: Documents): Documents {
  const folders = listFormFolders(documents);
  const listed = asList(asObject(documents['enquiry-types.json']).enquiryTypes);
  const named = listed.map((entry) => toText(asObject(entry).folder));
  return {
    ...metaSchemas,
    ...emptyDocuments,
    ...Object.fromEntries([...folders, ...named].map((folder) => [`forms/${folder}/ui.json`, {}])),
    ...(folders.length === 1 && { 'enquiry-types.json': listOnlyType(documents, folders[0] ?? '') }),
    'settings.json': completeSettings(documents, {}),
    ...documents,
  };
}

/**
 * Returns the settings of the documents with a default for each that is absent. Settings that are no object
 * are returned unchanged.
 */
export function getCompleteSettings(documents: Documents): Settings {
  return completeSettings(documents, documents['settings.json']);
}

/**
 * Adds the defaults to settings. `failureField` has none: a failed send is reported above the button.
 * `"sendLater": false` becomes undefined.
 */
function completeSettings(documents: Documents, written: unknown): Settings {
  if (!isObject(written)) return written as Settings;
  const isOff = written.sendLater === false;
  const settings = addAbsent(isOff ? { ...written, sendLater: undefined } : written, {
    fallbackLocale: getDefaultLocale(documents),
    ...defaultSettings,
  }) as unknown as Settings;
  return isObject(written.success)
    ? { ...settings, success: addAbsent(settings.success, defaultSettings.success) }
    : settings;
}

/** Returns the object with each default that it lacks at its end, so that hashes of forms do not depend on them. */
function addAbsent<Given extends object, Defaults extends object>(
  given: Given,
  defaultValues: Defaults,
): Given & Defaults {
  const absent = Object.entries(defaultValues).filter(([name]) => !Object.hasOwn(given, name));
  return { ...given, ...Object.fromEntries(absent) } as Given & Defaults;
}

/** Returns English if there are English texts or none at all, else the first language that has texts. */
function getDefaultLocale(documents: Documents): string {
  const locales = Object.keys(documents).flatMap(
    (file) => /^texts\/([^/]+)\.json$/.exec(file)?.slice(1, 2) ?? [],
  );
  return locales.includes('en') ? 'en' : (locales.sort()[0] ?? 'en');
}

/** Returns the names of the folders below `forms/` that have a schema, sorted. */
function listFormFolders(documents: Documents): readonly string[] {
  return Object.keys(documents)
    .flatMap((file) => /^forms\/([^/]+)\/schema\.json$/.exec(file)?.slice(1, 2) ?? [])
    .sort();
}

/**
 * Returns the list of types of a folder with one form. The type has a name, so that pages offer it although
 * no content lists it.
 */
function listOnlyType(documents: Documents, folder: string): unknown {
  const { title } = asObject(documents[`forms/${folder}/schema.json`]);
  const name = typeof title === 'string' && title.trim() !== '' ? title : folder;
  const { fallbackLocale } = asObject(getCompleteSettings({ 'settings.json': {}, ...documents }));
  // A malformed language is reported at the settings.
  const locale = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(toText(fallbackLocale)) ? fallbackLocale : 'en';
  return { enquiryTypes: [{ id: 1, key: folder, folder, names: { [toText(locale)]: name } }] };
}
