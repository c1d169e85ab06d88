import { type ReactNode, useEffect, useState } from 'react';
import { useStudio } from '../draft/context.ts';
import { useHash } from '../ui/address.ts';
import { type ManualBlock, type ManualSpan, parseManual } from './parse-manual.ts';

/** Renders docs/studio.md, in English, with its contents. The fragment of the address scrolls to a heading. */
export function ManualPage(): ReactNode {
  const { say } = useStudio();
  const [blocks, setBlocks] = useState<readonly ManualBlock[] | null>();
  const section = useHash();
  useEffect(() => {
    import('../../../docs/studio.md?raw').then(
      ({ default: markdown }) => setBlocks(parseManual(markdown)),
      () => setBlocks(null),
    );
  }, []);
  useEffect(() => {
    if (blocks && section !== '') document.getElementById(`manual-${section}`)?.scrollIntoView();
  }, [blocks, section]);
  return (
    <div className="st-page st-manual">
      <h1>{say('help.manual.title')}</h1>
      {blocks === null && <p role="alert">{say('help.manual.failed')}</p>}
      {blocks === undefined && <p className="st-quiet">{say('loading.part')}</p>}
      {blocks && (
        <>
          <nav aria-label={say('help.manual.contents')}>
            <ul className="st-wrap" lang="en" dir="ltr">
              {blocks.flatMap((block) =>
                block.kind === 'heading' && block.level === 2
                  ? [
                      <li key={block.section}>
                        <a href={`/studio/manual#${block.section}`}>{block.text}</a>
                      </li>,
                    ]
                  : [],
              )}
            </ul>
          </nav>
          <article className="st-stack-3" lang="en" dir="ltr">
            {blocks.map((block, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change.
              <Block key={at} block={block} />
            ))}
          </article>
        </>
      )}
    </div>
  );
}

/** Renders a block. The title of the document is left out, because the page has one. */
function Block({ block }: { readonly block: ManualBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      if (block.level === 1) return null;
      return (
        <h2 id={`manual-${block.section}`} className="st-scroll-target">
          {block.text}
        </h2>
      );
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'code':
      return <pre className="st-copy-text">{block.text}</pre>;
    case 'list': {
      const items = block.items.map((spans, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items never change.
        <li key={at}>
          <Spans spans={spans} />
        </li>
      ));
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <ManualTable rows={block.rows} />;
  }
}

function ManualTable({
  rows,
}: {
  readonly rows: readonly (readonly (readonly ManualSpan[])[])[];
}): ReactNode {
  const [head = [], ...body] = rows;
  return (
    <table className="st-table">
      <thead>
        <tr>
          {head.map((spans, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change.
            <th key={at} scope="col">
              <Spans spans={spans} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
          <tr key={row}>
            {cells.map((spans, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change.
              <td key={at}>
                <Spans spans={spans} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Spans({ spans }: { readonly spans: readonly ManualSpan[] }): ReactNode {
  return spans.map((span, at) => {
    const key = `${at} ${span.text}`;
    if (span.kind === 'link')
      return (
        <a key={key} href={`/studio/manual#${span.section}`}>
          {span.text}
        </a>
      );
    if (span.kind === 'bold') return <strong key={key}>{span.text}</strong>;
    return span.kind === 'code' ? <code key={key}>{span.text}</code> : span.text;
  });
}
