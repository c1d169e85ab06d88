import type { ReactNode } from 'react';
import type { BlockPlan } from '#engine';

export interface BlockViewProps {
  readonly block: BlockPlan;
  /** The level of the form's first headings: one below the section's title. */
  readonly headingLevel: number;
  /** The text before a warning, for screen readers: the tone of a notice is visible only. */
  readonly warning: string;
}

/**
 * Renders a block of any kind: a heading, paragraphs, a notice, details or a picture. All texts are rendered
 * as plain text, never as markup. Does not check whether the block is visible.
 */
export function BlockView({ block, headingLevel, warning }: BlockViewProps): ReactNode {
  const { definition, texts } = block;
  switch (definition.kind) {
    case 'heading':
      return (
        <Heading level={headingLevel + (definition.level ?? 1) - 1} name={block.name}>
          {texts.text}
        </Heading>
      );
    case 'paragraph':
      return (
        <div className="sw-block sw-prose" data-block={block.name}>
          <Prose text={texts.text} />
        </div>
      );
    case 'notice':
      return (
        <div
          className={`sw-block sw-notice sw-notice--${definition.tone}`}
          role="note"
          data-block={block.name}
        >
          <div className="sw-prose">
            {definition.tone === 'warning' && <span className="sw-visually-hidden">{warning} </span>}
            {texts.title && <p className="sw-notice-title">{texts.title}</p>}
            <Prose text={texts.text} />
          </div>
        </div>
      );
    case 'details':
      return (
        <details className="sw-block sw-details" data-block={block.name}>
          <summary>{texts.summary}</summary>
          <div className="sw-prose">
            <Prose text={texts.text} />
          </div>
        </details>
      );
    case 'picture':
      return <Picture block={block} />;
  }
}

/** Renders a heading of the HTML level `level` (`2` is an `h2`), with the block's name as `data-block`. */
function Heading({
  level,
  name,
  children,
}: {
  readonly level: number;
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  const Tag = `h${level}` as 'h2' | 'h3' | 'h4';
  return (
    <Tag className={`sw-block sw-heading sw-heading--${level > 3 ? 'minor' : 'major'}`} data-block={name}>
      {children}
    </Tag>
  );
}

/**
 * Renders a picture and its caption, if any. The picture has its width and height, so that nothing moves when
 * it has loaded. Renders nothing if the block has no image.
 */
function Picture({ block: { name, definition, texts } }: Pick<BlockViewProps, 'block'>): ReactNode {
  if (definition.image === undefined) return null;
  return (
    <figure className="sw-block sw-picture" data-block={name}>
      <img
        {...definition.image}
        alt={definition.isDecorative ? '' : (texts.alt ?? '')}
        loading="lazy"
        decoding="async"
      />
      {texts.caption && <figcaption>{texts.caption}</figcaption>}
    </figure>
  );
}

/**
 * Renders paragraphs, which blank lines separate. A paragraph whose lines all begin with a hyphen and a space
 * becomes a list. Renders nothing for an absent or blank text.
 */
function Prose({ text = '' }: { readonly text: string | undefined }): ReactNode {
  return text
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part, at) => {
      const lines = part.split('\n').map((line) => line.trim());
      // biome-ignore-start lint/suspicious/noArrayIndexKey: a paragraph and a line have no identity except their position.
      if (!lines.every((line) => line.startsWith('- '))) return <p key={at}>{part}</p>;
      return (
        <ul key={at}>
          {lines.map((line, row) => (
            <li key={row}>{line.slice('- '.length)}</li>
          ))}
        </ul>
      );
      // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
    });
}
