import { SelectField, TextArea, TextField } from './controls.tsx';
import { PhotoField } from './photo-field.tsx';
import { careers, event, sales, service } from './types.ts';

/** The fields of every type but a valuation. */
export function GeneralFields({
  type,
  models,
  titles,
}: {
  readonly type: number;
  readonly models: readonly Choice[];
  /** Titles of future events; absent while they are loading. */
  readonly titles: readonly Choice[] | undefined;
}) {
  return (
    <>
      {type === sales && (
        <SelectField name="interested_in" label="Yacht model" placeholder="No preference" choices={models} />
      )}
      {type === event && (
        <SelectField
          name="interested_in"
          label="Event"
          placeholder={titles ? 'No preference' : 'loading..'}
          choices={titles ?? []}
          isDisabled={titles === undefined}
        />
      )}
      <TextField name="name" label="Name" isRequired maxLength={100} autoComplete="name" />
      <TextField
        name="email"
        label="Email address"
        type="email"
        isRequired
        maxLength={254}
        autoComplete="email"
      />
      <TextField
        name="phone"
        label="Phone number"
        type="tel"
        pattern="[0-9 +\(\).\/x\-]{5,30}"
        autoComplete="tel"
      />
      {type === service && (
        <>
          <TextField name="boat_model" label="Boat model" maxLength={200} />
          <TextField name="boat_location" label="Boat location" maxLength={200} />
          <TextField
            name="hin_number"
            label="Hull identification number (HIN)"
            maxLength={200}
            hint="Marked on the stern, usually on the starboard side"
          />
        </>
      )}
      <TextArea
        name="message"
        label="Message"
        isRequired
        placeholder={placeholders[type] ?? 'How can we help? *'}
      />
      {type === service && <PhotoField label="Photo" most={1} />}
    </>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const placeholders: Readonly<Record<number, string>> = {
  [event]: 'Which dates do you plan to visit?',
  [careers]: 'What would you like to do with us? *',
};
