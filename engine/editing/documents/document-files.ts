/** Returns the path of the schema of a type: `getSchemaFile('sales') // 'forms/sales/schema.json'`. */
export function getSchemaFile(folder: string): string {
  return `forms/${folder}/schema.json`;
}

/** Returns the path of the UI schema of a type: `getUiFile('sales') // 'forms/sales/ui.json'`. */
export function getUiFile(folder: string): string {
  return `forms/${folder}/ui.json`;
}

/** Returns the path of the texts of a language: `getTextsFile('en') // 'texts/en.json'`. */
export function getTextsFile(locale: string): string {
  return `texts/${locale}.json`;
}
