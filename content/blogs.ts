import type { BlogPost } from '#model/content/blog.ts';

export const introduction = 'Five questions about React, answered.';

/** What search engines show of the page. */
export const summary =
  'Answers to five questions about React: performance, state, inheritance in JavaScript, changing arrays in state, and unit tests.';

export const posts: readonly BlogPost[] = [
  {
    id: 'performance',
    question: 'How will you improve the performance of a React application?',
    answer: [
      'Measure first. Record the slow interaction with the Profiler of the React Developer Tools, in a profiling build, because a development build is slower than what people get. Since React 19.2 the Performance panel of the browser also shows what React rendered and what it waited for. Then remove work, in this order.',
      {
        list: [
          'Keep state close to where it is used. A component that changes its state renders again with everything below it that React cannot skip, so state that lives lower renders less.',
          'Pass slow parts as `children`. An element made by a parent that did not render again is still the same element, and React skips it.',
          'Let the React Compiler memoize. It does at build time what `memo`, `useMemo` and `useCallback` do by hand. Without it, use these three where the Profiler shows a cost, and nowhere else.',
          'Mark updates that may wait. `startTransition` and `useDeferredValue` keep typing smooth while a long list renders behind it.',
          'Render less. Show a long list in pages or windows, and give each row a stable `key`: its id, not its place.',
          'Send less. Split code by route with `lazy` and `Suspense`, render the first page on the server, and serve pictures in modern formats at the size shown.',
        ],
      },
      {
        label: 'A search field that stays quick above a slow list',
        code: `const ProductList = memo(SlowProductList);

function Search({ products }) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text); // lags behind while the list renders

  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <ProductList products={products} search={wanted} />
    </>
  );
}`,
      },
      'The list has to be memoized, by `memo` or by the compiler. Otherwise it renders with every key that is pressed, and deferring its text gains nothing.',
    ],
  },
  {
    id: 'state-management',
    question: 'What are the different ways to manage state in a React application?',
    answer: [
      'Ask who needs a value and who else may change it. Most state then has an obvious home, and the nearest one that works is the best.',
      {
        list: [
          'One component: `useState`, or `useReducer` when several events change one value by rules.',
          'A few components: lift the state to their nearest common parent and hand it down as props.',
          'A whole branch of the page, such as the theme or who is signed in: context. All components that read a context render again when its value changes, so separate values get separate contexts.',
          'A form: `useActionState` holds what the last submit came to and whether one is running, `useFormStatus` tells the button, and `useOptimistic` shows the result before the server has confirmed it.',
          'Data of the server: a cache, not state of your own. Leave fetching, refreshing and retrying to the loaders of a router or to a query library.',
          'Filters, pages and tabs: the URL. Reload, Back and a link that somebody sends then show the same view.',
          'What is left, shared by distant parts and changed often: a store outside React, such as Redux Toolkit or Zustand. Components read it through `useSyncExternalStore`.',
        ],
      },
      {
        label: 'A reducer, and a total that is computed instead of stored',
        code: `function cart(lines, event) {
  switch (event.type) {
    case 'added':
      return [...lines, event.line];
    case 'removed':
      return lines.filter((line) => line.id !== event.id);
    default:
      throw new Error('Unknown event: ' + event.type);
  }
}

function Cart() {
  const [lines, dispatch] = useReducer(cart, []);
  const total = lines.reduce((sum, line) => sum + line.quantity * line.price, 0);

  return <CartTable lines={lines} total={total} onEvent={dispatch} />;
}`,
      },
      'What follows from other state is not state. Compute it while rendering, like the total above, and there is nothing that can fall out of step.',
    ],
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: [
      'Every object in JavaScript has a link to another object, its prototype, or to `null`. Reading a property looks at the object itself first, then at its prototype, then at the prototype of that, until the property is found or the chain ends at `null` and the answer is `undefined`. Nothing is copied: what is added to a prototype later is there at once for every object that inherits from it.',
      'Writing does not follow the chain. It makes a property of the object itself, which hides the inherited one from then on, unless the inherited one is read-only or has a setter.',
      {
        label: 'An object that inherits from another',
        code: `const tool = {
  unit: 'piece',
  describe() {
    return this.name + ', per ' + this.unit;
  },
};

const hammer = Object.create(tool); // tool is the prototype of hammer
hammer.name = 'Claw hammer';

hammer.describe(); // 'Claw hammer, per piece': found on tool, run on hammer
hammer.unit = 'box'; // hammer's own property from now on
hammer.describe(); // 'Claw hammer, per box'
tool.unit; // 'piece', as before
Object.hasOwn(hammer, 'describe'); // false`,
      },
      'A `class` is another way to write the same. Its methods stand once, on the `prototype` object of the class; `new` makes an object that is linked to it; and `extends` links the prototype of one class to that of the other, which is where `super` looks.',
      {
        label: 'The same links behind a class',
        code: `class Tool {
  describe() {
    return this.name + ', per piece';
  }
}
class Hammer extends Tool {
  name = 'Claw hammer';
}

Object.getPrototypeOf(new Hammer()) === Hammer.prototype; // true
Object.getPrototypeOf(Hammer.prototype) === Tool.prototype; // true`,
      },
    ],
  },
  {
    id: 'setting-state',
    question: 'Why do you not set the state directly in React?',
    answer: [
      'Because React learns of a change only from the setter. Assigning to a state variable, or pushing into an array that it holds, changes memory and tells nobody: no render is scheduled, and the screen no longer shows what the program holds.',
      {
        list: [
          'A state variable is the snapshot of one render. The next render asks React for the state again, and what was assigned is lost.',
          'React compares by identity, with `Object.is`. An array that was changed in place is still the same array, so setting it again counts as no change and may be skipped.',
          'Memoized components, dependencies of effects and the React Compiler compare in the same way. They rely on values of earlier renders staying as they were.',
          'A render may be started, put aside and repeated. If state changes underneath, two attempts at one screen disagree.',
        ],
      },
      {
        label: 'Two wrong and three right ways to change a list in state',
        code: `const [products, setProducts] = useState([]);

products.push(hammer); // wrong: React is not told
setProducts(products); // wrong as well: still the same array

setProducts([...products, hammer]); // right: a new array
setProducts((before) => [...before, hammer]); // right, also several times in one event
setProducts((before) =>
  before.map((product) => (product.id === id ? { ...product, price } : product)),
);`,
      },
      'Pass a function whenever the next value depends on the one before. Updates of one event are applied together, and each function gets the result of the one before it, while `products` keeps the value of its render. In class components the same holds for `this.state` and `this.setState`.',
    ],
  },
  {
    id: 'searching-by-name',
    question: 'You have an array of products. How will you find one by name?',
    answer: [
      '`find` answers the first product that fits, or `undefined`. `filter` answers all that fit, in a new array. When the whole name is known, `products.find((product) => product.name === name)` does it. A search box needs `filter`: people type parts of a name, in any order and letter case, with a stray space and without accents.',
      {
        label: 'A search by parts of a name',
        code: `const plain = (text) =>
  text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase().trim();

function searchByName(products, text) {
  const words = plain(text).split(/\\s+/);
  return products.filter((product) => {
    const name = plain(product.name);
    return words.every((word) => name.includes(word));
  });
}

searchByName(products, ' HAMMER claw '); // finds 'Claw Hammer 16 oz'`,
      },
      'In React only the text is state. The products found follow from it, so they are computed while rendering.',
      {
        label: 'The search in a component',
        code: `function Products({ products }) {
  const [text, setText] = useState('');
  const found = searchByName(products, text);

  return (
    <>
      <label>
        Search by name
        <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p role="status">{found.length} found</p>
      <ul>{found.map((product) => <li key={product.id}>{product.name}</li>)}</ul>
    </>
  );
}`,
      },
      'For many look-ups by the whole name, make `new Map(products.map((product) => [product.name, product]))` once: each then takes the same short time, however long the list is. Once there are more products than a browser should load, the server searches. Wait for a pause in typing, and stop the request before with an `AbortController`, so that a late answer never replaces a newer one.',
    ],
  },
];
