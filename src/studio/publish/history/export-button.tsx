import { type ReactNode, useState } from 'react';
import { useStudio } from '../../draft/context.ts';
import { exportVersion } from '../../draft/versions-api.ts';
import { saveFile } from '../../ui/save-file.ts';

type ExportState =
  | { readonly state: 'idle' | 'busy' | 'failed' }
  /** `installation` is the fingerprint of the signing key. */
  | { readonly state: 'saved'; readonly installation: string };

/**
 * Renders a button that downloads a version as a signed file for another installation. Afterwards shows the
 * fingerprint of this installation's key, to compare there; after a failure, an error.
 */
export function VersionExportButton({ number }: { readonly number: number }): ReactNode {
  const { say, announce } = useStudio();
  const [now, setNow] = useState<ExportState>({ state: 'idle' });
  const file = `version-${number}.slipway`;
  /**
   * Loads the file, saves it as `version-NUMBER.slipway` and announces it. After a failure, shows the error.
   */
  async function downloadVersion(): Promise<void> {
    setNow({ state: 'busy' });
    // Clears the live region, so that the same message is announced again.
    announce('');
    const exported = await exportVersion(number);
    if (exported === undefined) return setNow({ state: 'failed' });
    const { text, installation } = exported;
    saveFile(file, { type: 'application/octet-stream', content: text });
    setNow({ state: 'saved', installation });
    announce(say('export.done', { number, file }));
  }
  return (
    <>
      <button
        type="button"
        className="st-button"
        aria-disabled={now.state === 'busy' || undefined}
        onClick={() => {
          if (now.state !== 'busy') void downloadVersion();
        }}
      >
        {say(now.state === 'busy' ? 'export.busy' : 'export')}
      </button>
      {now.state === 'failed' && (
        <p className="st-problem" role="alert">
          {say('export.failed', { number })}
        </p>
      )}
      {now.state === 'saved' && (
        <div className="st-notice st-notice--good st-exported">
          <p>
            <strong>{say('export.done', { number, file })}</strong>
          </p>
          <p>{say('export.signed')}</p>
          <Fingerprint of={now.installation} />
        </div>
      )}
    </>
  );
}

/** Renders the fingerprint of an installation's key, to be compared letter by letter. */
export function Fingerprint({ of }: { readonly of: string }): ReactNode {
  return (
    <code className="st-fingerprint st-small st-breaks" dir="ltr">
      {of}
    </code>
  );
}
