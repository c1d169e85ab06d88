/** A point of the pad. The pad is `padWidth` wide and `padHeight` high, whatever its size on the screen. */
export interface PadPoint {
  readonly x: number;
  readonly y: number;
}

/** A line that was drawn without lifting the pointer. */
export interface Stroke {
  readonly points: readonly PadPoint[];
  /** The width of the line, in the unit of the points. */
  readonly width: number;
}

/** The content of a picture: the lines of a drawing, or a typed name. */
export type Signature =
  | { readonly kind: 'drawn'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'typed'; readonly name: string };

export const padWidth = 600;
export const padHeight = 240;

/** The pixels of the picture for each unit of the pad: about 300 dpi on a pad of 15 cm. */
export const pixelsPerUnit = 3;

const ink = '#111820';
const paper = '#ffffff';
const largestType = 76;
const margin = 32;

/** Fonts that look handwritten, on Windows, macOS and iOS; else the one of the system. */
const scriptFonts = '"Segoe Script", "Snell Roundhand", "Bradley Hand", "Savoye LET", cursive';

/** Returns true if a signature leaves the paper empty. */
export function isEmptySignature(signature: Signature): boolean {
  return signature.kind === 'drawn' ? signature.strokes.length === 0 : signature.name.trim() === '';
}

/** Paints the whole canvas: paper, then the signature in dark ink. Does nothing without a 2D context. */
export function paintSignature(canvas: HTMLCanvasElement, signature: Signature): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(pixelsPerUnit, 0, 0, pixelsPerUnit, 0, 0);
  context.fillStyle = paper;
  context.fillRect(0, 0, padWidth, padHeight);
  context.fillStyle = ink;
  context.strokeStyle = ink;
  if (signature.kind === 'typed') paintName(context, signature.name.trim());
  else for (const stroke of signature.strokes) paintStroke(context, stroke);
}

/** Paints a line through the middles between its points, which makes it smooth; a dot for a single point. */
function paintStroke(context: CanvasRenderingContext2D, { points, width }: Stroke): void {
  const [first, ...others] = points;
  if (first === undefined) return;
  context.beginPath();
  const last = others.at(-1);
  if (last === undefined) {
    context.arc(first.x, first.y, width * 0.75, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.moveTo(first.x, first.y);
  others.forEach((point, index) => {
    const before = points[index] ?? first;
    context.quadraticCurveTo(before.x, before.y, (before.x + point.x) / 2, (before.y + point.y) / 2);
  });
  context.lineTo(last.x, last.y);
  context.stroke();
}

/** Paints a name in the middle of the pad, smaller if it is long, so that all of it is visible. */
function paintName(context: CanvasRenderingContext2D, name: string): void {
  const room = padWidth - 2 * margin;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${largestType}px ${scriptFonts}`;
  const size = Math.min(largestType, (largestType * room) / Math.max(1, context.measureText(name).width));
  context.font = `${size}px ${scriptFonts}`;
  context.fillText(name, padWidth / 2, padHeight / 2, room);
}

/**
 * Returns the content of a canvas as a PNG file; as a JPEG file if only that type is accepted. It is made at
 * once, not in a callback, because a submit collects what is pending.
 * @param name The file name without its extension.
 * @param types The accepted media types; undefined if there is no limit.
 */
export function createPictureFile(
  canvas: HTMLCanvasElement,
  name: string,
  types: readonly string[] | undefined,
): File {
  const isPng = types?.includes('image/png') ?? true;
  const type = isPng ? 'image/png' : 'image/jpeg';
  const [, encoded = ''] = canvas.toDataURL(type).split(',');
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return new File([bytes], `${name}.${isPng ? 'png' : 'jpg'}`, { type });
}
