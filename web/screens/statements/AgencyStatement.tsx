import { OnePayer } from './OnePayer.tsx';

export default function AgencyStatement() {
  return <OnePayer kind="agency" />;
}
