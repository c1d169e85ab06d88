import { SelectField, TextArea, TextField } from './controls.tsx';
import { useFormState } from './form-state.tsx';
import { PhotoField } from './photo-field.tsx';

const taxStatuses = [
  { value: 'tax-paid', label: 'Tax paid' },
  { value: 'tax-not-paid', label: 'Tax not paid' },
];

const conditions = Array.from({ length: 10 }, (_, at) => ({ value: at + 1, label: String(at + 1) }));

const hours = '[0-9]+([.,][0-9]+)?|[.,][0-9]+';

export function ValuationFields() {
  const { problems } = useFormState();
  return (
    <>
      <TextField name="boat_make" label="Boat make" isRequired maxLength={200} />
      <TextField name="boat_model" label="Boat model" isRequired maxLength={200} />
      <TextField name="hin_number" label="Hull identification number (HIN)" maxLength={200} />
      <TextField name="year" label="Year of build" isRequired pattern="(19|20)[0-9]{2}" />
      <TextField name="boat_location" label="Location" isRequired maxLength={200} />
      <SelectField
        name="tax_paid_status"
        label="Tax status"
        isRequired
        placeholder="Choose one"
        choices={taxStatuses}
      />
      <TextField name="engine_hours" label="Engine hours" isRequired pattern={hours} />
      <TextField name="generator_hours" label="Generator hours" pattern={hours} />
      <SelectField
        name="condition_of_boat"
        label="Condition of the boat (1 is poor, 10 is excellent)"
        placeholder="Choose one"
        choices={conditions}
      />
      <TextArea name="additional_information" label="Additional information" />
      <PhotoField label="Photos" most={10} />
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
        isRequired
        pattern="[0-9 +\(\).\/x\-]{5,30}"
        autoComplete="tel"
      />
      <TextField name="address" label="Your address" maxLength={200} autoComplete="street-address" />
      <label className={problems.accept_term ? 'terms terms--problem' : 'terms'}>
        <input type="checkbox" name="accept_term" required />
        The valuation is an estimate only. It may not be relied on for a sale, a purchase or a mortgage. We
        recommend a professional survey. We accept no liability for the valuation.
      </label>
      <a href="/privacy-policy" target="_blank" rel="noreferrer">
        Privacy policy
      </a>
    </>
  );
}
