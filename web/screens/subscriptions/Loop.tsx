import { AddOn } from './AddOn.tsx';

/** The add-on of loops. */
export default function Loop() {
  return <AddOn section="loop" />;
}
