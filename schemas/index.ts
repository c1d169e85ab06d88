/** The folder with all documents that product owners edit, as a `file:` URL that ends with a slash. */
export const schemasFolder = new URL('.', import.meta.url);
export { findFormFile, hasForm, readTexts } from './read-texts.ts';
