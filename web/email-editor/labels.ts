import type { MergeField } from '../../api/contract/personalization.ts';
import { mergeLabel } from '../components/attributes/label.ts';
import { t, type Key } from './texts.ts';

/** What people call a merge field. */
export const fieldLabel = ({ name, label }: MergeField): string =>
  label ?? mergeLabel(name) ?? t(`ee.field.${name}` as Key);
