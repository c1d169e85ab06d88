/*
 * The preset's parameters of a form's address. A preset provides their type and their names, which are also
 * attributes of the element. The element contains this file.
 */

export {
  type YardFormAddress as PresetFormAddress,
  yardAddressNames as presetAddressNames,
} from '../yard/form-address.ts';
