import type { ReactNode } from 'react';
import type { RetentionView } from '../../../api/privacy.ts';
import { isActionOffered } from '../../auth/permissions/action-audiences.ts';
import { useStudio } from '../../draft/context.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import type { SettingsSectionProps } from './use-type-edit.ts';

/**
 * Shows after how many days enquiries of a type are erased, with a link to where that is changed; for other
 * persons, who can change it.
 */
export function TypeRetention({ type }: SettingsSectionProps): ReactNode {
  const { say, me } = useStudio();
  return (
    <section className="st-stack-3">
      <h2 id="setting-retention" tabIndex={-1}>
        {say('privacy.retention')}
      </h2>
      {isActionOffered('privacy.retention', me) ? (
        <>
          <RetentionDays id={type.id} />
          <a href="/studio/enquiries/privacy">{say('type-settings.retention-change')}</a>
        </>
      ) : (
        <p className="st-look-only">{say('type-settings.retention-locked')}</p>
      )}
    </section>
  );
}

/** Loads the rules and shows that of a type, else that of all types. */
function RetentionDays({ id }: { readonly id: string }): ReactNode {
  const { say } = useStudio();
  const view = useServerData<RetentionView>('privacy/retention');
  return (
    <LoadingState of={view}>
      {(loaded) => {
        const rules = loaded?.rules ?? [];
        const own = rules.find(({ type }) => type === id);
        const days = (own ?? rules.find(({ type }) => type === undefined))?.enquiries;
        return (
          <p>
            {days === undefined
              ? say('type-settings.retention-none')
              : say(own ? 'type-settings.retention-days' : 'type-settings.retention-usual', { days })}
          </p>
        );
      }}
    </LoadingState>
  );
}
