/** Every time zone that this browser knows, the given one among them. `timeZones('UTC')[0] // 'Africa/Abidjan'` */
export function timeZones(own: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), own, 'UTC'])].sort();
}
