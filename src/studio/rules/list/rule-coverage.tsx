import type { ReactNode } from 'react';
import type { RuleCoverageView } from '../../../api/studio.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { useKnownTypes } from '../../draft/use-known-types.ts';
import { getExampleAddress } from '../../preview/settings.ts';
import { summarizeCoverage } from './coverage-share.ts';

/**
 * Renders on which share of the pages a rule applies, in words. Opening it shows the exact numbers of
 * situations, for each enquiry type. Adds a link to its example situation in the preview, if it has an example
 * that the preview can show.
 */
export function RuleShare({ reach }: { readonly reach: RuleCoverageView }): ReactNode {
  const { say, locale } = useStudio();
  const { documents } = useDraftState();
  const types = useKnownTypes();
  const { share, types: keys } = summarizeCoverage(reach);
  const address = reach.example && getExampleAddress(reach.example, documents);
  /** Returns the name of a type; its key if the draft does not have it any more. */
  const getTypeName = (key: string) => types.find(({ type }) => type.key === key)?.name ?? key;
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(keys.map(getTypeName));
  const isNamed = keys.length > 0 && keys.length <= 2;
  return (
    <div className="st-coverage">
      <details>
        <summary>
          {isNamed ? say('rules.share-of', { share, types: names }) : say('rules.share', { share })}
        </summary>
        <p>{say('rules.reach', { holds: reach.holds, of: reach.of })}</p>
        <ul>
          {Object.entries(reach.byType)
            .filter(([, { holds }]) => holds > 0)
            .map(([key, { holds, of }]) => (
              <li key={key}>
                {say('rules.reach-of', {
                  type: key === '' ? say('rules.reach-opening') : getTypeName(key),
                  holds,
                  of,
                })}
              </li>
            ))}
        </ul>
      </details>
      {address && (
        <a href={address} className="st-example">
          {say('rules.example')}
        </a>
      )}
    </div>
  );
}
