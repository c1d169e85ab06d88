/** Where the schema of a type stands: `schemaFile('sales') // 'forms/sales/schema.json'`. */
export function schemaFile(folder: string): string {
  return `forms/${folder}/schema.json`;
}

/** Where the UI schema of a type stands. */
export function uiFile(folder: string): string {
  return `forms/${folder}/ui.json`;
}

/** Where the texts of a language stand. */
export function textsFile(locale: string): string {
  return `texts/${locale}.json`;
}
