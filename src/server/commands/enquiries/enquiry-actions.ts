import type { CommandArguments } from '../../../command/command.ts';
import { UsageError } from '../../../command/io.ts';
import { forwardUsage } from '../../preset/command-options.ts';
import type { EnquiriesAct } from './enquiries-context.ts';
import { readAddress, readComment, readHandlingState, readId } from './enquiry-arguments.ts';
import type { ActionOption, EnquiryOption } from './enquiry-options.ts';

/** An action of `slipway enquiries`. Modules that one action alone needs are loaded by it. */
interface EnquiryAction {
  /** The option that it requires besides its own, with the text of its value in messages. */
  readonly needs?: readonly [option: EnquiryOption, value: string];
  /** The options that it permits. */
  readonly may?: readonly EnquiryOption[];
  /**
   * Reads its values.
   * @throws UsageError if one is absent or invalid.
   */
  readonly read: (given: CommandArguments) => EnquiriesAct;
}

const loadActs = () => import('./enquiry-acts.ts');
const loadPerson = () => import('./enquiry-person.ts');
const loadDeliveries = () => import('./enquiry-deliveries.ts');

export const enquiryActions: Readonly<Record<ActionOption, EnquiryAction>> = {
  show: {
    may: ['json'],
    read(given) {
      const id = readId(given, 'show');
      return async (context) => (await import('./enquiry-show.ts')).showEnquiry(id, context);
    },
  },
  resend: {
    may: ['to'],
    read(given) {
      const to = readAddress(given, 'to');
      const id = isForAll(given) ? undefined : readId(given, 'resend');
      if (id === undefined && given.flag('suspected'))
        throw new UsageError('--resend does not send suspected spam; --release ID does');
      if (id === undefined && !given.flag('failed'))
        throw new UsageError('--resend needs an id or a reference, or --failed with optional filters');
      return async (context) => (await loadActs()).queueMails('resend', { id, to }, context);
    },
  },
  redeliver: {
    may: ['destination'],
    read(given) {
      const id = readId(given, 'redeliver');
      const destination = given.text('destination');
      return async (context) => (await loadDeliveries()).redeliverEnquiry(id, destination, context);
    },
  },
  release: {
    may: ['to'],
    read(given) {
      const [id, to] = [readId(given, 'release'), readAddress(given, 'to')];
      return async (context) => (await loadActs()).queueMails('release', { id, to }, context);
    },
  },
  forward: {
    needs: ['to', forwardUsage.value],
    read(given) {
      const [id, target] = [readId(given, 'forward'), given.text('to') ?? ''];
      return async (context) => (await loadActs()).forwardEnquiry(id, target, context);
    },
  },
  handle: {
    may: ['as'],
    read(given) {
      const [id, state] = [readId(given, 'handle'), readHandlingState(given, 'as')];
      if (state === undefined) throw new UsageError('--handle ID needs --as STATE');
      return async (context) => (await loadActs()).setHandlingState(id, state, context);
    },
  },
  assign: {
    needs: ['to', 'PERSON'],
    read(given) {
      const [id, person] = [readId(given, 'assign'), given.text('to') ?? ''];
      return async (context) => (await loadActs()).assignEnquiry(id, person, context);
    },
  },
  note: {
    needs: ['text', 'TEXT'],
    read(given) {
      const [id, text] = [readId(given, 'note'), readComment(given)];
      return async (context) => (await loadActs()).commentOnEnquiry(id, text, context);
    },
  },
  delete: {
    may: ['yes'],
    read(given) {
      const id = readId(given, 'delete');
      return async (context) => (await loadPerson()).eraseEnquiry(id, 'delete', context);
    },
  },
  erase: {
    may: ['yes'],
    read(given) {
      const id = readId(given, 'erase');
      if (!id.includes('@'))
        return async (context) => (await loadPerson()).eraseEnquiry(id, 'erase', context);
      readAddress(given, 'erase');
      return async (context) => (await loadPerson()).erasePerson(id, context);
    },
  },
  export: {
    read(given) {
      const address = readAddress(given, 'export') ?? '';
      return async (context) => (await loadPerson()).exportPerson(address, context);
    },
  },
  retention: {
    may: ['type', 'keep', 'set', 'json'],
    read(given) {
      const [keep, isSet] = [given.text('keep'), given.flag('set')];
      if (keep === undefined && (isSet || given.flag('type')))
        throw new UsageError(`--${isSet ? 'set' : 'type'} needs --keep DAYS as well: how long to keep it`);
      return async (context) =>
        (await import('./enquiry-retention.ts')).showOrSetRetention({ keep, isSet }, context);
    },
  },
  destinations: {
    may: ['json'],
    read: () => async (context) => (await loadDeliveries()).showDestinations(context),
  },
  'switch-on': {
    read(given) {
      const destination = given.text('switch-on') ?? '';
      return async (context) => (await loadDeliveries()).switchDestinationOn(destination, context);
    },
  },
  figures: {
    may: ['since', 'until', 'type', 'site', 'json', 'csv'],
    read: () => async (context) => (await import('./enquiry-figures.ts')).showFigures(context),
  },
};

/** Returns true for `--resend` without an id, which applies to all enquiries that match the filter. */
export function isForAll(given: CommandArguments): boolean {
  return given.text('resend') === '';
}
