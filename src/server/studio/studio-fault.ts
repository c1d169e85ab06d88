/** Something that the studio has stored cannot be read: what is asked for waits until somebody mends it. The message says what, and why. */
export class StudioFault extends Error {
  override readonly name: string = 'StudioFault';
}
