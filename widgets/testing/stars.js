export function mount(element, first) {
  let props = first;
  const input = document.createElement('input');
  const stars = document.createElement('output');
  input.type = 'range';
  input.addEventListener('input', () => props.onChange(input.valueAsNumber));
  element.append(input, stars);

  function update(next) {
    props = next;
    input.id = props.id;
    input.name = props.name;
    input.min = props.schema.minimum ?? 0;
    input.max = props.schema.maximum ?? 5;
    input.value = props.value ?? 0;
    input.disabled = props.disabled || props.readonly;
    input.ariaInvalid = String(props.invalid);
    if (props.describedBy) input.setAttribute('aria-describedby', props.describedBy);
    else input.removeAttribute('aria-describedby');
    stars.textContent = '★'.repeat(input.valueAsNumber);
  }
  update(first);
  return { update };
}
