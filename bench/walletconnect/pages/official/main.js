// The least page around the official client: fetched on the way to the click, as Portico fetches, started by it, and drawn the same way.
const load = () => import('./connect.js')
const button = document.getElementById('connect')
button.addEventListener('pointerenter', load)
button.addEventListener('click', async () => {
  document.getElementById('code').replaceChildren()
  const { connect } = await load()
  await connect(document.getElementById('code'))
})
