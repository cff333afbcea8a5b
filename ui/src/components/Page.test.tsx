/** A border separates a page's header from content that has scrolled below it. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { desk, show } from "../test/render";
import { Page } from "./Page";

test("the head has an edge while the content is scrolled, and only then", async () => {
  desk({});
  show(
    <Page testid="page" title="Approve">
      <p>Content</p>
    </Page>,
  );
  const page = await screen.findByTestId("page");
  const content = screen.getByText("Content").parentElement;
  if (content === null) throw new Error("no content");
  const isEdged = () => page.dataset["scrolled"] !== undefined;
  expect(isEdged()).toBe(false);
  fireEvent.scroll(content, { target: { scrollTop: 40 } });
  expect(isEdged()).toBe(true);
  fireEvent.scroll(content, { target: { scrollTop: 0 } });
  expect(isEdged()).toBe(false);
});
