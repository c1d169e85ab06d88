/** Returns the path of the schema of a type: `getSchemaFile('sales') // 'forms/sales/schema.json'`. */
export function schemaFile(folder: string): string {
  return `forms/${folder}/schema.json`;
}

export function uiFile(folder: string): string {
  return `forms/${folder}/ui.json`;
}

export function textsFile(locale: string): string {
  return `texts/${locale}.json`;
}
