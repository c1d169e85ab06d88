/** The names of a block's texts, the last segment of their keys: `blocks.your-boat.text`. */
export const blockPartNames = ['text', 'title', 'summary', 'alt', 'caption'] as const;

export type BlockPart = (typeof blockPartNames)[number];

/**
 * The texts and options of each kind of block. The checks and the reference read this table; pages do not.
 */
export const blockKinds = {
  heading: {
    description: 'A heading; `"level": 2` below another heading.',
    texts: { text: 'needed' },
    options: ['level'],
  },
  paragraph: {
    description: 'Paragraphs and lists.',
    texts: { text: 'needed' },
    options: [],
  },
  notice: {
    description: 'A highlighted text: information, or with `"tone": "warning"` a warning.',
    texts: { title: 'possible', text: 'needed' },
    options: ['tone'],
  },
  details: {
    description: 'A text that opens below a summary.',
    texts: { summary: 'needed', text: 'needed' },
    options: [],
  },
  picture: {
    description:
      'A picture of the site: `src`, and `width` and `height` in pixels. With `"decorative": true` it needs no `alt`.',
    texts: { alt: 'needed', caption: 'possible' },
    options: ['src', 'width', 'height', 'decorative'],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly description: string;
      readonly texts: Partial<Record<BlockPart, 'needed' | 'possible'>>;
      readonly options: readonly string[];
    }
  >
>;

export type BlockKind = keyof typeof blockKinds;

/**
 * Returns the names of the texts that a kind of block has, in the order of `blockKinds`. `isNeeded` is false
 * for an optional text. A decorative picture has no `alt`.
 */
export function listBlockParts({
  kind,
  isDecorative = false,
}: {
  readonly kind: BlockKind;
  readonly isDecorative?: boolean;
}): readonly { readonly part: BlockPart; readonly isNeeded: boolean }[] {
  const parts = Object.entries(blockKinds[kind].texts) as [BlockPart, 'needed' | 'possible'][];
  return parts
    .filter(([part]) => !(part === 'alt' && isDecorative))
    .map(([part, need]) => ({ part, isNeeded: need === 'needed' }));
}
