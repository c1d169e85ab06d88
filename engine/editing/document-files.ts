/** Returns the path of the schema of a type: `getSchemaFile('sales') // 'forms/sales/schema.json'`. */
export function getSchemaFile(folder: string): string {
  return `forms/${folder}/schema.json`;
}

export function getUiFile(folder: string): string {
  return `forms/${folder}/ui.json`;
}

export function getTextsFile(locale: string): string {
  return `texts/${locale}.json`;
}
