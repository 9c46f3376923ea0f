import { data } from 'react-router';
import { NotFoundView } from './not-found-view.tsx';

export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <NotFoundView />;
}
