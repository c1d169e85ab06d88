/**
 * The header `Content-Disposition` that makes a browser save a file under a visitor's name for it (RFC 6266, with RFC
 * 8187 for what is not ASCII), with the ending that its content has.
 * `attachment('Böot.jpeg', 'jpg') // attachment; filename="photo.jpg"; filename*=UTF-8''B%C3%B6ot.jpg`
 */
export function attachment(name: string, ending: string): string {
  const stem = name.replace(/\.[^.]*$/, '').replace(/^\.+/, '') || 'photo';
  const encoded = encodeURIComponent(`${stem}.${ending}`).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="photo.${ending}"; filename*=UTF-8''${encoded}`;
}
