import { type ReactNode, useMemo } from 'react';
import { type ClockTime, resolveClockTime, type TimeRefusal } from '#engine/model/moments/clock-time.ts';
import { useStudio } from '../draft/context.ts';
import { formatMoment } from '../ui/moment.tsx';
import { formatTimeZone, listOtherTimeZones, listSiteTimeZones } from '../ui/time-zones.ts';

export interface PublishTimeFieldsProps {
  /** The prefix of the ids of the inputs: `-at` for the time, `-zone` for the time zone. */
  readonly id: string;
  readonly when: ClockTime;
  /** The problem to show. Undefined if there is none. */
  readonly problem: TimeRefusal | undefined;
  /** The possible times if a clock change makes the time ambiguous. Else empty. */
  readonly choices: readonly string[];
  /** Called at each change. Another time or zone discards the choice between ambiguous times. */
  readonly onChange: (when: ClockTime) => void;
}

/**
 * Renders inputs for a date and a time in a time zone. The zones of the sites are offered first. If the time
 * is ambiguous, renders a button for each possible time. A valid time is also shown in the zones of the other
 * sites.
 */
export function PublishTimeFields({
  id,
  when,
  problem,
  choices,
  onChange,
}: PublishTimeFieldsProps): ReactNode {
  const { say, locale, content } = useStudio();
  const { at, timeZone } = when;
  const siteZones = useMemo(() => listSiteTimeZones(content.sites), [content.sites]);
  const otherZones = useMemo(() => listOtherTimeZones(siteZones), [siteZones]);
  const moment = problem === undefined ? resolveClockTime(when, 0) : undefined;
  /** Joins the names of sites as a list in the studio's language, without “and”. */
  const formatSiteNames = (sites: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'unit' }).format(sites);
  return (
    <div className="st-when-at st-stack-3 st-shrink">
      <span className="st-choice">
        <label htmlFor={`${id}-at`}>{say('publish.at')}</label>
        <input
          id={`${id}-at`}
          className="st-input"
          type="datetime-local"
          value={at.slice(0, 16)}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-${problem === undefined ? 'moment' : 'problem'}`}
          onChange={(event) => onChange({ at: event.target.value.slice(0, 16), timeZone })}
        />
      </span>
      <span className="st-choice">
        <label htmlFor={`${id}-zone`}>{say('publish.zone')}</label>
        <select
          id={`${id}-zone`}
          value={timeZone}
          onChange={(event) => onChange({ at: at.slice(0, 16), timeZone: event.target.value })}
        >
          {siteZones.length > 0 && (
            <optgroup label={say('publish.zone.sites')}>
              {siteZones.map(({ zone, sites }) => (
                <option key={zone} value={zone}>
                  {say('publish.zone.of', { zone: formatTimeZone(zone), sites: formatSiteNames(sites) })}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label={say(siteZones.length > 0 ? 'publish.zone.others' : 'publish.zone')}>
            {otherZones.map((zone) => (
              <option key={zone} value={zone}>
                {formatTimeZone(zone)}
              </option>
            ))}
          </optgroup>
        </select>
      </span>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="st-problem" role="alert">
          {say(`publish.no-time.${problem}`)}
        </p>
      )}
      {choices.length > 0 && (
        <div className="st-wrap">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className="st-button"
              aria-pressed={at === choice}
              onClick={() => onChange({ at: choice, timeZone })}
            >
              {formatMoment(Date.parse(choice), locale, timeZone)}
            </button>
          ))}
        </div>
      )}
      <div id={`${id}-moment`} className="st-hint" role="status">
        {moment?.ok && (
          <>
            <p>{say('publish.goes-live', { when: formatMoment(moment.at, locale, timeZone) })}</p>
            {siteZones
              .filter(({ zone }) => zone !== timeZone)
              .map(({ zone, sites }) => (
                <p key={zone}>
                  {say('publish.elsewhere', {
                    sites: formatSiteNames(sites),
                    when: formatMoment(moment.at, locale, zone),
                  })}
                </p>
              ))}
          </>
        )}
      </div>
    </div>
  );
}
